/** Tells the model how to follow references to context files. */
import type { Language } from '#shared/domain/identifiers.ts';

/** S1-16: what references look like and how they are followed, in at most 15 lines. */
export const contextFilesSection: Readonly<Record<Language, string>> = {
  en: `## Context files
A long output is kept whole as a file of this conversation. In its place you see its beginning and one of three references:
- [Bash output in context: <id>] (14.1KB)
- [Terminal output in context: <id>] (8.2KB)
- [Tool output in context: <id>] (5.3KB)
Follow a reference when what you see is not enough; do not guess what the rest says. For example:
1. context_tail {"id":"<id>","lines":20} shows how it ended.
2. context_grep {"id":"<id>","pattern":"error"} finds the lines that matter.
3. context_read {"id":"<id>","offset":0,"limit":8192} reads a page; go on with offset = nextOffset until done is true.
context_list names all files of the conversation, summarised rounds among them.
Where an older result says [Content offloaded] or <removed to save context>, Read opens the path it names.
An older result is shortened: "ref" in its data is the id of the file with all of it, to be read the same way.`,
  'zh-CN': `## 上下文文件
太长的输出会完整存成本次对话的文件，原处只留开头和一个引用。引用有三种：
- [Bash output in context: <id>] (14.1KB)
- [Terminal output in context: <id>] (8.2KB)
- [Tool output in context: <id>] (5.3KB)
看到的部分不够用时，就去读引用里的内容，不要猜测。例如：
1. context_tail {"id":"<id>","lines":20} 看结尾。
2. context_grep {"id":"<id>","pattern":"error"} 找出相关的行。
3. context_read {"id":"<id>","offset":0,"limit":8192} 读一页；再用 offset = nextOffset 接着读，直到 done 为 true。
context_list 列出本次对话的全部文件，也包括归纳过的旧轮次。
较早的结果若写着 [Content offloaded] 或 <removed to save context>，用 Read 打开它给出的路径。
较早的结果是缩短过的：其中 data 里的 "ref" 就是完整内容的文件 id，读法相同。`,
};
