const ORDER = `new DataMap('get_order').webhook('GET', 'https://api.example.com/orders/\${args.id}')`;
const SHIPPED = `new FunctionResult('It is \${response.state}.')`;
const mapOf = (map: string) => `${map}.to_swaig_function().data_map`;

/** An example of each member of `DataMap`. Its value is printed as JSON. */
export const DATA_MAP: Readonly<Record<string, string>> = {
  'new DataMap': `new DataMap('get_order').to_swaig_function()`,
  purpose: `new DataMap('get_order').purpose('Look up an order.').to_swaig_function().description`,
  description: `new DataMap('get_order').description('Look up an order.').to_swaig_function().description`,
  parameter: `new DataMap('get_order')
  .parameter('id', 'string', 'The id.', { required: true })
  .parameter('detail', 'string', 'How much to say.', { enum: ['short', 'long'] })
  .to_swaig_function().parameters`,
  expression: mapOf(`new DataMap('route')
  .expression('\${args.team}', /^sales/i, new FunctionResult('Connecting you.').connect('+12065550100'))
  `),
  webhook: mapOf(`new DataMap('get_order')
  .webhook('GET', 'https://api.example.com/orders/\${args.id}', { 'x-api-key': 'KEY' }, { require_args: ['id'] })
  .output(${SHIPPED})
  `),
  webhook_expressions: mapOf(`${ORDER}
  .webhook_expressions([{ string: '\${response.state}', pattern: '^lost$', output: new FunctionResult('It is lost.') }])
  .output(${SHIPPED})
  `),
  body: mapOf(`new DataMap('add_note')
  .webhook('POST', 'https://api.example.com/notes')
  .body({ text: '\${args.text}' })
  `),
  params: mapOf(`new DataMap('find_order')
  .webhook('GET', 'https://api.example.com/orders')
  .params({ name: '\${args.name}' })
  `),
  foreach: mapOf(`new DataMap('list_orders')
  .webhook('GET', 'https://api.example.com/orders')
  .foreach({ input_key: 'orders', output_key: 'list', append: '\${this.id}: \${this.state}. ', max: 3 })
  .output(new FunctionResult('Your orders: \${list}'))
  `),
  output: mapOf(`${ORDER}
  .output(${SHIPPED})
  `),
  fallback_output: mapOf(`${ORDER}
  .output(${SHIPPED})
  .fallback_output(new FunctionResult('The service does not respond.'))
  `),
  error_keys: mapOf(`${ORDER}
  .error_keys(['error'])
  .output(${SHIPPED})
  `),
  global_error_keys: mapOf(`new DataMap('get_order')
  .global_error_keys(['error'])
  .webhook('GET', 'https://api.example.com/orders/\${args.id}')
  .output(${SHIPPED})
  `),
  to_swaig_function: `new DataMap('get_order')
  .purpose('Look up an order.')
  .parameter('id', 'string', 'The id.', { required: true })
  .webhook('GET', 'https://api.example.com/orders/\${args.id}')
  .output(${SHIPPED})
  .to_swaig_function()`,
};
