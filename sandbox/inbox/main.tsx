/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/// <reference lib="dom.asynciterable" />
import { render } from 'preact';

import { Inbox } from './Inbox';

const root = document.getElementById('inbox');
if (root !== null) render(<Inbox />, root);
