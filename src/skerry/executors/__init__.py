"""Where work runs: in this process, in processes of this machine, or on a Dask cluster.

Work is a plain function of plain data, so that its result is the same wherever it runs.
"""
