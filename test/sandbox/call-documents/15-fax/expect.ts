import { type CallDocument, documentRequest, type Expected, event, text } from '../expectation.js';

const source = ['SWML 6.17 receive_fax', 'SWML 6.23 send_fax', 'SWML 8 calling.call.fax'];
const fax = (type: string, params: Record<string, Expected>) =>
  event('calling.call.fax', {
    'fax.type': type,
    'fax.params.direction': text,
    ...Object.fromEntries(Object.entries(params).map(([name, value]) => [`fax.params.${name}`, value])),
  });
const page = fax('page', { number: 1 });
const finished = fax('finished', {
  identity: text,
  remote_identity: text,
  document: text,
  pages: 1,
  success: true,
  result: (value) => value !== undefined,
  result_text: text,
  format: 'pdf',
});

export const faxes: CallDocument = {
  language: 'swml',
  callers: [
    {
      name: 'sends a fax of one page, and gets one back',
      source: [...source, 'call verbs: the caller sends a fax of one page'],
      steps: ['receive_fax', 'cond', 'send_fax'],
      hears: [],
      neverHears: ['The fax failed.'],
      requests: {
        '/call': [documentRequest()],
        '/received': [page, finished],
        '/sent': [page, finished],
      },
      ends: 'document',
    },
    {
      name: 'sends a fax that fails',
      source: [...source, 'SWML 4.4 receive_fax_result failed', 'sandbox: answers by verb'],
      answers: { receive_fax: { result: 'failed' } },
      steps: ['receive_fax', 'cond', 'play'],
      hears: ['The fax failed.'],
      requests: {
        '/call': [documentRequest()],
        '/received': [{ ...page, optional: true }, fax('finished', { success: false, result_text: text })],
      },
      ends: 'document',
    },
    {
      name: 'hangs up during the fax',
      source: [...source, 'SWML 3: caller hang-up ends it at any step'],
      hangup_after: 1,
      steps: ['receive_fax'],
      hears: [],
      neverHears: ['The fax failed.'],
      requests: {
        '/call': [documentRequest()],
        '/received': [
          { ...fax('finished', { success: false, number: (value) => value === undefined }), optional: true },
        ],
      },
      ends: 'caller',
    },
    {
      name: 'sends a fax, and the reply fails',
      source: [...source, 'SWML 4.4 send_fax_result', 'sandbox: answers by verb'],
      answers: { send_fax: { result: 'failed' } },
      steps: ['receive_fax', 'cond', 'send_fax'],
      hears: [],
      requests: {
        '/call': [documentRequest()],
        '/received': [page, finished],
        '/sent': [
          { ...page, optional: true },
          fax('finished', { success: false, number: (value) => value === undefined }),
        ],
      },
      ends: 'document',
    },
  ],
};
