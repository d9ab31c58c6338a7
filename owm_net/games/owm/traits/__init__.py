"""The traits of soldiers at level Colonel (OWM-SOLD-06, section 3.7 of docs/rules/owm.md).

A file for each moment in which traits matter: `attacks`, `firing`, `hits`, `checks`, `rallies` and
so on. In each, a `Hook` has what every trait of the file does under its key, and a function or two
are what the rules ask. At the other levels they all answer that nothing is changed.
"""
