import { render } from 'preact';
import { App } from './app.js';
import { startModel } from './model/model.js';
import './style/page.css';

const root = document.getElementById('page');
if (root) render(<App model={startModel()} />, root);
