// The least that Ink can do: a prompt and the echo of what is typed. What our own start is measured against.
import { render, Text, useInput } from 'ink';
import { createElement, useState } from 'react';

function Echo() {
  const [text, setText] = useState('');
  // Ctrl-U, so that a line can be typed again and again.
  useInput((input, key) => setText((before) => (key.ctrl ? '' : before + input)));
  return createElement(Text, null, `› ${text}`);
}

// As much above it as somebody asks for.
for (let line = 0; line < Number(process.argv[2] ?? 0); line += 1) console.log(`line ${line}`);
render(createElement(Echo), { maxFps: 120 });
