// A minimal Ink program: a prompt and an echo of the typed text. Our start is compared with it.
import { render, Text, useInput } from 'ink';
import { createElement, useState } from 'react';

function Echo() {
  const [text, setText] = useState('');
  // Ctrl-U, so that a line can be typed again and again.
  useInput((input, key) => setText((before) => (key.ctrl ? '' : before + input)));
  return createElement(Text, null, `› ${text}`);
}

// The number of lines above the prompt.
for (let line = 0; line < Number(process.argv[2] ?? 0); line += 1) console.log(`line ${line}`);
render(createElement(Echo), { maxFps: 120 });
