import os
import sys

# In your project: "node_modules/patchbay/python".
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "python"))
pytest_plugins = ["patchbay_pytest"]
