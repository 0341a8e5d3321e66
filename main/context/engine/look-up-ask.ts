/** A question to the model before it writes, ready to be sent (E6). */
import type { LookUpForecast } from '#shared/domain/look-up.ts';

/** `user` is '' where the model's window has no room for it. */
export type LookUpAsk = { system: string; user: string; forecast: LookUpForecast };
