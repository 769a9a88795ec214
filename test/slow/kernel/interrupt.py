"""Interrupts our kernel as a front end does, and shuts it down."""
from jupyter_client.manager import start_new_kernel

manager, client = start_new_kernel(kernel_name="patchbay", startup_timeout=120)
try:
    client.execute_interactive("let kept = 41", timeout=120)

    looping = client.execute("kept = 42; await 0; for (;;) {}")
    while True:
        message = client.get_iopub_msg(timeout=120)
        if message["msg_type"] == "execute_input" and message["parent_header"]["msg_id"] == looping:
            break
    manager.interrupt_kernel()
    while True:
        reply = client.get_shell_msg(timeout=120)
        if reply["parent_header"]["msg_id"] == looping:
            break
    assert reply["content"]["ename"] == "Interrupted", reply["content"]

    reply = client.execute_interactive("", user_expressions={"kept": "kept"}, timeout=120)
    assert reply["content"]["user_expressions"]["kept"]["data"]["text/plain"] == "42", reply["content"]
finally:
    client.stop_channels()
    manager.shutdown_kernel()
