import { enforceEgress } from '../../../src/http/index.js';

// The first bench would install the network layer, which the files after it then keep.
enforceEgress('open');
