/** How a turn speaks to its model. */
import type { ChatModel } from '#main/ai/runs/service.ts';
import type { Protocol } from '../protocol/protocol.ts';
import type { Toolbox } from './toolbox.ts';

/** How a turn, or its forecast, speaks to the model: one thing from its first step to its last. */
export type Speaking = { model: ChatModel; protocol: Protocol; toolbox: Toolbox; system: string };
