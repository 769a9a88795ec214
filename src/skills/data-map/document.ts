/** The output of a rule or a request: the document of a `FunctionResult`. */
export type OutputDocument = Readonly<Record<string, unknown>>;

export interface ExpressionDocument {
  readonly string: string;
  readonly pattern: string;
  readonly output: OutputDocument;
  readonly 'nomatch-output'?: OutputDocument;
}

export interface ForeachDocument {
  readonly input_key: string;
  readonly output_key: string;
  readonly append: string;
  readonly max?: number;
}

export interface WebhookDocument {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly form_param?: string;
  readonly input_args_as_params?: boolean;
  readonly require_args?: readonly string[];
  readonly body?: unknown;
  readonly params?: unknown;
  readonly foreach?: ForeachDocument;
  readonly expressions?: readonly ExpressionDocument[];
  readonly error_keys?: readonly string[];
  readonly output?: OutputDocument;
}

/** Rules and requests that the platform runs itself, without a webhook of ours. */
export interface DataMapDocument {
  readonly expressions?: readonly ExpressionDocument[];
  readonly webhooks?: readonly WebhookDocument[];
  readonly output?: OutputDocument;
  readonly error_keys?: readonly string[];
}
