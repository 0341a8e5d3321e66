/** The calls about what requests to models may cost. */
import { Nothing } from '../domain/identifiers.ts';
import { PurseCaps, PurseState } from '../domain/purse.ts';
import { defineChannel } from './define.ts';

/** Row N12. Over a cap a request is refused with PURSE_EXCEEDED and its figures (`PurseExcess`); nothing of it is sent. */
export const purseContract = {
  'purse:get': defineChannel(Nothing, PurseState),
  /** An absent field stays, `{}` takes its caps away. Caps in money without a currency are in that of the chosen model. */
  'purse:update': defineChannel(PurseCaps.partial(), PurseState),
};
