// A types worker that ends while it starts.
throw new Error('out of luck');
