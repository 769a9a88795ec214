import { definedFields } from './swml.js';

export interface PaymentAction {
  readonly type: string;
  readonly phrase: string;
}

export interface PaymentPrompt {
  readonly for: string;
  readonly actions: readonly PaymentAction[];
  readonly card_type?: string;
  readonly error_type?: string;
}

export interface PaymentParameter {
  readonly name: string;
  readonly value: string;
}

export interface PayOptions {
  readonly input?: string;
  readonly status_url?: string;
  readonly payment_method?: string;
  readonly timeout?: number;
  readonly max_attempts?: number;
  readonly security_code?: boolean;
  /** Whether to ask for the postal code, or the code itself. */
  readonly postal_code?: boolean | string;
  readonly min_postal_code_length?: number;
  readonly token_type?: string;
  readonly charge_amount?: string;
  readonly currency?: string;
  readonly language?: string;
  readonly voice?: string;
  readonly description?: string;
  readonly valid_card_types?: string;
  readonly parameters?: readonly PaymentParameter[];
  readonly prompts?: readonly PaymentPrompt[];
  readonly ai_response?: string;
}

const USUAL = {
  input: 'dtmf',
  payment_method: 'credit-card',
  timeout: 5,
  max_attempts: 1,
  security_code: true,
  postal_code: true,
  min_postal_code_length: 0,
  token_type: 'reusable',
  currency: 'usd',
  language: 'en-US',
  voice: 'woman',
  valid_card_types: 'visa mastercard amex',
} satisfies PayOptions;

export function payStep(payment_connector_url: string, { ai_response: _, ...options }: PayOptions) {
  const fields = definedFields({ payment_connector_url, ...USUAL, ...definedFields({ ...options }) });
  const texts = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'object' ? value : String(value),
  ]);
  return { pay: Object.fromEntries(texts) };
}
