import { describePrograms } from '../support/page-programs.js';

describePrograms('docs/client.md', { tests: 2 });
