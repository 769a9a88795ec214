// The least that Ink can do: a prompt and the echo of what is typed. What our own start is measured against.
import { render, Text, useInput } from 'ink';
import { createElement, useState } from 'react';

function Echo() {
  const [text, setText] = useState('');
  useInput((input) => setText((before) => before + input));
  return createElement(Text, null, `› ${text}`);
}

render(createElement(Echo), { maxFps: 120 });
