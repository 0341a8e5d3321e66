import { ImportDialog, useImportCommands } from '#renderer/features/import/index.ts';
import { JobsDialog, useJobCommands, useTellingJobEnds } from '#renderer/features/jobs/index.ts';
import { ModelsDialog, useModelsFollowing } from '#renderer/features/models/index.ts';
import { Palette } from '#renderer/features/palette/index.ts';
import { SettingsDialog } from '#renderer/features/settings/index.ts';
import { useAppCommands } from './app-commands.ts';
import { useMenu } from './menu.ts';

/** What is there with an open book and without one: its commands, its dialogs, the native menu. */
export function Everywhere() {
  useAppCommands();
  useImportCommands();
  useJobCommands();
  useTellingJobEnds();
  useModelsFollowing();
  useMenu();
  return (
    <>
      <Palette />
      <SettingsDialog />
      <ModelsDialog />
      <ImportDialog />
      <JobsDialog />
    </>
  );
}
