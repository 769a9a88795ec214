/** Variables under which Ink draws nothing at all. */
const CI_NAMES = ['CI', 'CONTINUOUS_INTEGRATION'];

/** Ink and the colours it uses look at the environment once, while they are loaded: it is made right for that moment. */
export async function loadScreen(env: NodeJS.ProcessEnv, colour: boolean): Promise<typeof import('./screen.js')> {
  const names = [...CI_NAMES, 'FORCE_COLOR'];
  const kept = names.map((name) => [name, env[name]] as const);
  for (const name of CI_NAMES) delete env[name];
  if (!colour) env.FORCE_COLOR = '0';
  try {
    return await import('./screen.js');
  } finally {
    for (const [name, value] of kept) {
      if (value === undefined) delete env[name];
      else env[name] = value;
    }
  }
}
