import type { z } from 'zod';
import { aiContract } from './ai.ts';
import { archiveContract } from './archive.ts';
import { constraintsContract } from './constraints.ts';
import { contextContract } from './context.ts';
import { contextFilesContract } from './context-files.ts';
import { conversationContract } from './conversation.ts';
import { documentsContract } from './documents.ts';
import { egressContract } from './egress.ts';
import { expectationsContract } from './expectations.ts';
import { exportContract } from './export.ts';
import { formsContract } from './forms.ts';
import { gitContract } from './git.ts';
import { goalsContract } from './goals.ts';
import { hostContract } from './host.ts';
import { importContract } from './import.ts';
import { jobsContract } from './jobs.ts';
import { judgeContract } from './judge.ts';
import { knowledgeContract } from './knowledge.ts';
import { manuscriptContract } from './manuscript.ts';
import { memoryContract } from './memory.ts';
import { originsContract } from './origins.ts';
import { projectsContract } from './projects.ts';
import { purseContract } from './purse.ts';
import { contradictionsContract } from './contradictions.ts';
import { reportsContract } from './reports.ts';
import { retrievalContract } from './retrieval.ts';
import { settingsContract } from './settings.ts';
import { spellingContract } from './spelling.ts';
import { synopsesContract } from './synopses.ts';
import { notesContract } from './notes.ts';
import { threadsContract } from './threads.ts';

/** Every call Fabula answers, by the name it has on the wire. */
export const contract = {
  ...projectsContract,
  ...archiveContract,
  ...documentsContract,
  ...egressContract,
  ...purseContract,
  ...exportContract,
  ...importContract,
  ...gitContract,
  ...jobsContract,
  ...goalsContract,
  ...manuscriptContract,
  ...constraintsContract,
  ...expectationsContract,
  ...notesContract,
  ...formsContract,
  ...threadsContract,
  ...originsContract,
  ...synopsesContract,
  ...knowledgeContract,
  ...memoryContract,
  ...reportsContract,
  ...contradictionsContract,
  ...retrievalContract,
  ...contextContract,
  ...contextFilesContract,
  ...judgeContract,
  ...aiContract,
  ...conversationContract,
  ...settingsContract,
  ...hostContract,
  ...spellingContract,
};

export type Contract = typeof contract;
export type Channel = keyof Contract;
/** What a caller may pass: defaults may be left out. */
export type Input<C extends Channel> = z.input<Contract[C]['input']>;
/** What a handler receives: parsed, with defaults. */
export type Parsed<C extends Channel> = z.output<Contract[C]['input']>;
export type Output<C extends Channel> = z.output<Contract[C]['output']>;

export const channels = Object.keys(contract) as Channel[];
export const isChannel = (name: string): name is Channel => Object.hasOwn(contract, name);
