// A bare process that prints lines into a pipe whenever it is asked to.
process.on('message', (lines) => {
  for (let i = 0; i < lines; i++) console.log(`line ${i}`);
});
process.on('disconnect', () => process.exit());
