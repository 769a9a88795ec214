/** Variables that keep Ink from drawing. */
const CI_NAMES = ['CI', 'CONTINUOUS_INTEGRATION'];

/**
 * Loads the screen. Ink and its colour library read the environment only while they load, so it is changed for that
 * time.
 */
export async function loadScreen(env: NodeJS.ProcessEnv, colour: boolean): Promise<typeof import('./screen.js')> {
  const names = [...CI_NAMES, 'FORCE_COLOR'];
  const kept = names.map((name) => [name, env[name]] as const);
  for (const name of CI_NAMES) delete env[name];
  if (!colour) env.FORCE_COLOR = '0';
  try {
    const screen = await import('./screen.js');
    await layoutEngine();
    return screen;
  } finally {
    for (const [name, value] of kept) {
      if (value === undefined) delete env[name];
      else env[name] = value;
    }
  }
}

/** Resolves when Ink can measure: the built program does not wait for its layout engine while it loads. */
async function layoutEngine(): Promise<void> {
  const yoga = await import('yoga-layout');
  if ('ready' in yoga) await yoga.ready;
}
