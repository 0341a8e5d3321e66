import { create } from 'zustand';
import type { Output } from '#shared/contract/index.ts';

type HostState = { capabilities: Output<'host:capabilities'> | null };

/** What the host can do: native dialogs, showing files. Null until it answered. */
export const useHost = create<HostState>()(() => ({ capabilities: null }));
