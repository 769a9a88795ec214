/** Returns the environment of a new user. Programs store their user data in the folder. */
export function newHome(folder) {
  const { CI: _, CONTINUOUS_INTEGRATION: _too, ...rest } = process.env;
  return {
    ...rest,
    TERM: 'xterm-256color',
    HOME: folder,
    XDG_STATE_HOME: folder,
    XDG_CONFIG_HOME: folder,
    XDG_DATA_HOME: folder,
  };
}
