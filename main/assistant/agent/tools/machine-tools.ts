/** The tools that reach the machine and the web. */
import type { Egress } from '#main/egress/service.ts';
import type { Clock, Logger } from '#main/platform.ts';
import type { ContextFilesService } from '#main/assistant/files/service.ts';
import type { ProjectsService } from '#main/book/projects/service.ts';
import { type ClosedPassages, createGuardView } from '../fenced-chapters/index.ts';
import type { Tool } from '../tool.ts';
import { createBashTool } from './bash/bash.ts';
import type { SpoolLimits } from './processes/spool.ts';
import { createSpools, defaultSpoolLimits } from './processes/spools.ts';
import { createTerminalTools } from './terminal/terminal-tools.ts';
import { createTerminals } from './terminal/terminals.ts';
import type { AddressPolicy } from './web/address-of.ts';
import { isPublicAddress } from './web/addresses.ts';
import { createWebTool } from './web/web-read.ts';

/** Tools that reach the machine and the web, and what they leave running. */
export type Machine = {
  tools: readonly Tool[];
  /** Ends the terminals of a conversation. */
  endConversation(conversationId: string): Promise<void>;
  /** Ends every process and deletes temporary files. */
  close(): Promise<void>;
};

/** Only the public web; each name is asked of the system. */
const publicWeb = ({ lookUp }: Pick<Egress, 'lookUp'>): AddressPolicy => ({
  resolve: lookUp,
  isAllowed: isPublicAddress,
});

export const createMachineTools = (dependencies: {
  egress: Pick<Egress, 'openPage' | 'lookUp'>;
  contextFiles: Pick<ContextFilesService, 'offload'>;
  projects: Pick<ProjectsService, 'get'>;
  closedPassages: ClosedPassages;
  clock: Clock;
  logger: Logger;
  /** Of this program; commands get a few variables of it by name. */
  environment: Readonly<Record<string, string | undefined>>;
  /** Where big outputs wait until they are context files. */
  temporaryFolder: string;
  /** Tests with servers on loopback allow loopback. */
  addressPolicy?: AddressPolicy;
  spoolLimits?: SpoolLimits;
}): Machine => {
  const { contextFiles, projects, clock, environment, egress } = dependencies;
  const guardView = createGuardView(dependencies.closedPassages);
  const spools = createSpools(
    dependencies.temporaryFolder,
    dependencies.logger,
    dependencies.spoolLimits ?? defaultSpoolLimits,
  );
  const terminals = createTerminals(environment);
  return {
    tools: [
      createBashTool({ contextFiles, projects, environment, spools, guardView }),
      ...createTerminalTools({ contextFiles, projects, terminals, guardView }),
      createWebTool({ clock, egress, policy: dependencies.addressPolicy ?? publicWeb(egress) }),
    ],
    endConversation: (conversationId) => terminals.endConversation(conversationId),
    async close() {
      await terminals.close();
      await spools.close();
    },
  };
};
