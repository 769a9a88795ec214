import { readErrorBody } from '../../../client/index.js';
import { type Exchange, isFailed, textsIn } from '../exchange.js';
import type { Hit, Trap } from './trap.js';

const COMPAT = '/api/laml/2010-04-01/Accounts/11111111-2222-4333-8444-555555555555/Messages';

/** A number in E.164 is a plus sign, the country code and the number. A shorter one can be a short code. */
const WITHOUT_PLUS = /^[1-9]\d{7,14}$/;
const IS_ABOUT_NUMBER =
  /\bE\.?164\b|\bvalid (?:phone )?number\b|\bnumber\b.{0,60}\b(?:invalid|not valid|not a valid)\b/i;

/** The platform does not guess the country of a number. */
export const numberWithoutPlus: Trap = {
  name: 'number-without-plus',
  summary: 'A phone number was rejected, and does not begin with a plus sign and the country code.',
  examples: [
    `curl https://acme.example.com${COMPAT} -d 'To=4930901820&Body=a'
HTTP/1.1 400 Bad Request

{"code":21211,"message":"The 'To' number 4930901820 is not a valid phone number."}`,
    'POST /api/messaging/messages {"from":"+12065550100","to":"12065550101","body":"a"} -> 422 {"errors":[{"code":"x","message":"to must be an E.164 phone number","attribute":"to"}]}',
  ],
  lookAlikes: [
    `curl https://acme.example.com${COMPAT} -d 'To=%2B4930901820&Body=a'
HTTP/1.1 400 Bad Request

{"code":21211,"message":"The 'To' number +4930901820 is not a valid phone number."}`,
    'POST /api/messaging/messages {"from":"12065550100","to":"+1","body":"a"} -> 422 {"errors":[{"code":"x","message":"to must be an E.164 phone number","attribute":"to"}]}',
    'POST /api/messaging/messages {"from":"+12065550100","to":"12065550101","body":""} -> 422 {"errors":[{"code":"x","message":"body is required","attribute":"body"}]}',
    'POST /api/messaging/messages {"from":"+12065550100","to":"12065550101","body":"a"} -> 200 {"id":"M1"}',
  ],
  find: ({ exchanges }) =>
    exchanges.flatMap((at): Hit[] => {
      if (!at.call || !isFailed(at) || ![400, 422].includes(at.status)) return [];
      const { errors } = readErrorBody(at.answer);
      const about = errors.filter(({ message }) => IS_ABOUT_NUMBER.test(message));
      const found = numbersIn(at).find(({ name, text }) =>
        about.some(
          ({ attribute, message }) => attribute === name || message.includes(text) || namesField(message, name),
        ),
      );
      if (!found) return [];
      const isShown = about.some(({ message }) => message.includes(found.text));
      return [
        {
          at,
          field: found.name,
          level: isShown ? 'certain' : 'likely',
          cause: `${found.name} does not begin with a plus sign: a number in E.164 is +, the country code and the number`,
        },
      ];
    }),
};

const namesField = (message: string, name: string): boolean => new RegExp(`(?:^|['"“\\s])${name}\\b`).test(message);

const numbersIn = ({ fields }: Exchange) =>
  [...textsIn(fields)].filter(
    ({ name, text }) => /^(?:to|from|number|phone_?number)$/i.test(name) && WITHOUT_PLUS.test(text),
  );
