import type { Segment } from './segment.ts';

/** What the worker is started with. */
export type WorkerData = {
  /** `<data>/retrieval.sqlite` */
  file: string;
  binding: string | null;
  /** Folder of the word vectors. */
  assets: string;
};

/** Every task of the worker, with what it answers. Only the worker writes to the index. */
export type Tasks = {
  /** The indexed version of each document. */
  versions: { input: { projectId: string }; output: Map<string, string> };
  /** Indexes one document and answers it as a segment. */
  index: {
    input: {
      projectId: string;
      documentId: string;
      version: string;
      text: string;
      answer: boolean;
    };
    output: { written: number; removed: number; segment: Segment | null };
  };
  remove: { input: { projectId: string; documentIds: string[] }; output: null };
  /** The whole project as one segment. */
  load: { input: { projectId: string }; output: Segment };
  forget: { input: { projectId: string }; output: null };
};

export type TaskName = keyof Tasks;
export type TaskRequest = {
  [N in TaskName]: { id: number; name: N; input: Tasks[N]['input'] };
}[TaskName];
export type TaskReply =
  | { id: number; ok: true; output: Tasks[TaskName]['output'] }
  | { id: number; ok: false; message: string };
