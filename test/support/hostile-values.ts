/** How a value behaves when it is looked at: in a getter, a method or a trap. */
const BEHAVIOURS = {
  'throws an error': 'throw new Error("own")',
  'throws null': 'throw null',
  'throws what cannot be read': 'throw { get message() { throw 1 }, get stack() { throw 2 } }',
  'returns an object': 'return { own: 1 }',
  'never returns to its caller': 'return this.again = arguments.callee.call(this)',
};

const NAMES = [
  ...['message', 'name', 'stack', 'cause', 'errors', 'code', 'retry_after', 'length', 'size', 'constructor', 'data'],
  ...['[Symbol.toStringTag]', '[Symbol.iterator]', '[Symbol.for("Jupyter.display")]'],
];
const METHODS = [
  ...['toString', 'toJSON', 'valueOf', '[Symbol.toPrimitive]', '[Symbol.iterator]', '[Symbol.for("Jupyter.display")]'],
  '[Symbol.for("nodejs.util.inspect.custom")]',
];
const TRAPS = ['get', 'has', 'ownKeys', 'getOwnPropertyDescriptor', 'getPrototypeOf', 'isExtensible'];

/** What contains the value. */
const CONTAINERS: Readonly<Record<string, (value: string) => string>> = {
  alone: (value) => value,
  'in a list': (value) => `[1, ${value}]`,
  'in an object': (value) => `({ own: ${value} })`,
  'in a page': (value) => `({ data: [${value}], links: {} })`,
  'as a field of an error': (value) => `Object.assign(new Error('outer'), { own: ${value} })`,
  'as the cause of an error': (value) => `new Error('outer', { cause: ${value} })`,
  'as the prototype': (value) => `Object.create(${value})`,
  'of a function': (value) => `Object.defineProperties(() => 1, Object.getOwnPropertyDescriptors(${value}))`,
};

/** Sources of values whose own code does harm when they are shown, each with what it does. */
export const HOSTILE_VALUES: readonly { readonly what: string; readonly source: string }[] = Object.entries(
  BEHAVIOURS,
).flatMap(([behaviour, body]) => {
  const values = [
    ...NAMES.map((name) => [`the getter ${name}`, `{ get ${name}() { ${body} } }`]),
    ...METHODS.map((name) => [`the method ${name}`, `{ ${name}() { ${body} } }`]),
    ...TRAPS.map((name) => [`the trap ${name}`, `new Proxy({ a: 1 }, { ${name}() { ${body} } })`]),
  ];
  return values.flatMap(([what, value = '']) =>
    Object.entries(CONTAINERS).map(([container, put]) => ({
      what: `${what} ${behaviour}, ${container}`,
      source: `(${put(value.startsWith('{') ? `(${value})` : value)})`,
    })),
  );
});
