"""Changes to a page's tree between Markdown and the finished page: one table of passes."""
