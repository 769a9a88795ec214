// Loaded into each measured process: writes its CPU time, in microseconds, when it ends.
process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  require('node:fs').writeSync(3, String(user + system));
});
