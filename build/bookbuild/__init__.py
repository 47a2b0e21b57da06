"""The generator of books, on any subject: figures in, pages out. Each folder imports only those
above it in this list: core, markup, lines, pictures, chapters, site, paper, ebook, cli.
"""
