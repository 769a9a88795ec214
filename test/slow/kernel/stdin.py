"""A cell asks for input and the front end answers. Secrets are marked. Without a front end, the cell gets an error."""
from jupyter_client.manager import start_new_kernel

manager, client = start_new_kernel(kernel_name="patchbay", startup_timeout=120)
try:
    asked = []

    def answer(question):
        asked.append(question["content"])
        client.input("Ada" if len(asked) == 1 else "sesame")

    reply = client.execute_interactive(
        "const name = await input('name? '); const word = await input('word? ', { password: true })",
        user_expressions={"both": "[name, word]"},
        stdin_hook=answer,
        timeout=120,
    )
    both = reply["content"]["user_expressions"]["both"]["data"]["text/plain"]
    assert both == "[ 'Ada', 'sesame' ]", reply["content"]
    assert asked == [
        {"prompt": "name? ", "password": False},
        {"prompt": "word? ", "password": True},
    ], asked

    reply = client.execute_interactive("await input('anybody? ')", allow_stdin=False, timeout=120)
    assert reply["content"]["evalue"] == "this front end does not support input(); run the cell in a notebook", reply["content"]

    # An interrupt ends the wait, and a late answer is ignored.
    waiting = client.execute("const late = await input('still there? ')")
    client.get_stdin_msg(timeout=120)
    manager.interrupt_kernel()
    while True:
        reply = client.get_shell_msg(timeout=120)
        if reply["parent_header"]["msg_id"] == waiting:
            break
    assert reply["content"]["ename"] == "Interrupted", reply["content"]
    client.input("too late")
    # The answer uses another channel than execution. A cell takes long enough for it to arrive.
    client.execute_interactive("1", timeout=120)
    reply = client.execute_interactive("const next = await input('next? ')",
        user_expressions={"next": "next"}, stdin_hook=lambda _: client.input("in time"), timeout=120)
    assert reply["content"]["user_expressions"]["next"]["data"]["text/plain"] == "'in time'", reply["content"]
finally:
    client.stop_channels()
    manager.shutdown_kernel()
