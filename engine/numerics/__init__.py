"""The same bits everywhere: kernels on float64, elementary functions, random starts."""
