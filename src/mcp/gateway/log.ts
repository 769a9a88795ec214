const LEVELS = ['debug', 'info', 'warning', 'error'] as const;
export type GatewayLogLevel = (typeof LEVELS)[number];

export type GatewayLog = (level: GatewayLogLevel, message: string) => void;

/** Returns a log that drops messages below a level. */
export const logFrom =
  (least: GatewayLogLevel, log: GatewayLog): GatewayLog =>
  (level, message) => {
    if (LEVELS.indexOf(level) >= LEVELS.indexOf(least)) log(level, message);
  };
