import { useEffect } from 'react';
import { useAssistantCommands, useAssistantFollowing } from '#renderer/features/assistant/index.ts';
import {
  DeletedDialog,
  VolumeDialog,
  useBinderCommands,
  useStructureCommands,
} from '#renderer/features/binder/index.ts';
import {
  useCandidateCommands,
  useCandidatesFollowing,
} from '#renderer/features/candidates/index.ts';
import { ChapterDialog, useChapterCommands } from '#renderer/features/chapter/index.ts';
import { useCodexCommands } from '#renderer/features/codex/index.ts';
import { useConstraintCommands } from '#renderer/features/constraints/index.ts';
import {
  useContradictionCommands,
  useContradictionsFollowing,
} from '#renderer/features/contradictions/index.ts';
import { DaysDialog, useDaysCommands } from '#renderer/features/days/index.ts';
import {
  ExpectationsDialog,
  useExpectationCommands,
  useExpectationsFollowing,
} from '#renderer/features/expectations/index.ts';
import { ExportBar, ExportDialog, useExportCommands } from '#renderer/features/export/index.ts';
import { useFindingsFollowing } from '#renderer/features/findings/index.ts';
import { useGitCommands } from '#renderer/features/git/index.ts';
import { useInspectCommands, useInspectFollowing } from '#renderer/features/inspect/index.ts';
import { LockInDialog, LockInStrip, useLockInCommands } from '#renderer/features/lock-in/index.ts';
import { useNotesFollowing } from '#renderer/features/notes/index.ts';
import { OriginsDialog, useOriginCommands } from '#renderer/features/origins/index.ts';
import { OutsideDialog, useOutsideCommands } from '#renderer/features/outside/index.ts';
import { usePurseFollowing } from '#renderer/features/purse/index.ts';
import { BookSearch, SceneTarget } from '#renderer/features/palette/index.ts';
import { useReportCommands, useReportsFollowing } from '#renderer/features/reports/index.ts';
import { LeftDialog, ReplaceDialog, useReplaceCommands } from '#renderer/features/replace/index.ts';
import { useSpellingFollowing } from '#renderer/features/spelling/index.ts';
import { useStructureViewCommands } from '#renderer/features/structure/index.ts';
import { SynopsesDialog, useSynopsisCommands } from '#renderer/features/synopses/index.ts';
import {
  MarkDialog,
  useThreadCommands,
  useThreadsFollowing,
} from '#renderer/features/threads/index.ts';
import { useWriteCommands, useWriteFollowing } from '#renderer/features/write/index.ts';
import { Columns } from './columns.tsx';
import { ConnectionBar } from './connection-bar.tsx';
import { useDeskCommands } from './desk-commands.ts';
import { closeDialogOfBook } from './dialogs.ts';
import { useGoalsFollowing } from './goals.ts';
import { useInstructionFollowing } from './asking.ts';
import { useKeptFormsFollowing } from './kept-forms.ts';
import { useLockIn } from './lock-in.ts';
import { useOutsideFollowing } from './outside.ts';
import { StatusBar } from './status-bar.tsx';
import { WriterBar } from './writer-bar.tsx';
import { useWriterFollowing } from './writer.ts';

/** Commands and what follows events: asked anew with each save, it draws nothing, so that the desk is not drawn anew. */
function DeskWork() {
  useEffect(() => closeDialogOfBook, []);
  useDeskCommands();
  useGoalsFollowing();
  useKeptFormsFollowing();
  useInstructionFollowing();
  useWriterFollowing();
  useOutsideFollowing();
  useExpectationsFollowing();
  useThreadsFollowing();
  useNotesFollowing();
  useReportsFollowing();
  useContradictionsFollowing();
  usePurseFollowing();
  useAssistantCommands();
  useAssistantFollowing();
  useWriteCommands();
  useWriteFollowing();
  useCandidateCommands();
  useCandidatesFollowing();
  useFindingsFollowing();
  useSpellingFollowing();
  useBinderCommands();
  useStructureCommands();
  useStructureViewCommands();
  useExportCommands();
  useReplaceCommands();
  useDaysCommands();
  useLockInCommands();
  useOriginCommands();
  useOutsideCommands();
  useExpectationCommands();
  useThreadCommands();
  useReportCommands();
  useContradictionCommands();
  useSynopsisCommands();
  useChapterCommands();
  useCodexCommands();
  useConstraintCommands();
  useGitCommands();
  useInspectCommands();
  useInspectFollowing();
  return null;
}

/** The open project: three columns and the status bar. */
export function Desk() {
  const lockedIn = useLockIn(({ lock }) => lock !== null);
  return (
    <div className="desk">
      <ConnectionBar />
      <WriterBar />
      <Columns />
      {!lockedIn && <ExportBar />}
      {!lockedIn && <StatusBar />}
      <LockInStrip />
      <BookSearch />
      <SceneTarget />
      <ReplaceDialog />
      <LeftDialog />
      <DaysDialog />
      <LockInDialog />
      <OriginsDialog />
      <DeletedDialog />
      <VolumeDialog />
      <OutsideDialog />
      <ExpectationsDialog />
      <MarkDialog />
      <SynopsesDialog />
      <ChapterDialog />
      <ExportDialog />
      {/* Last, for its effects come after those of what is shown. */}
      <DeskWork />
    </div>
  );
}
