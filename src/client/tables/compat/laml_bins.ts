import { int, orNull, shape, str } from '../../field.js';
import { A, resource, versioned } from './resource.js';

const Bin = shape('CompatLamlBin', {
  ...versioned, name: str(), contents: str(), request_url: str('What a number or a call asks for the document.'), num_requests: int(), date_last_accessed: orNull(str()),
});

export const laml_bins = resource(`${A}/LamlBins`, 'laml_bins', 'stored XML document', {
  filters: { Name: str() },
  needs: { Name: str(undefined, { min: 1 }) },
  takes: { Contents: str('The document.') },
  gives: Bin,
});
