/** What the command line program says of itself. */
export const usage = `Fabula, a writing desk for long fiction.

  fabula serve   [--data-dir DIR] [--port N] [--no-open] [--json]
                 [--project FOLDER | --sample zh-CN|en]
      Runs Fabula for the browser on 127.0.0.1 until it is stopped.
      With --json it prints one line {"url","token"} when it is ready.

  fabula call    CHANNEL INPUT [--data-dir DIR]
      Runs one call and prints its reply as one line of JSON. INPUT is JSON,
      or - to read it from standard input. Exit code 0 when it is ok, else 1.

  fabula inspect FOLDER [--chapter N] [--cursor N] [--skill ID] [--json]
                 [--data-dir DIR]
  fabula inspect --sample zh-CN|en [...]
      Shows what would be sent to a model from that place: the four layers
      and every item with its source, tokens, decision and reason. The place
      is the end of the first chapter unless said otherwise; --cursor counts
      UTF-16 code units. A folder that is no book yet is opened as the desk
      opens it, and becomes one. Without --data-dir nothing else is kept.

  fabula test    FOLDER [--json] [--junit FILE] [--data-dir DIR]
      Holds the requests of a book against what its writer expects of them,
      without a model, and says which are broken and why. Exit code 1 when
      one does not hold, or cannot be judged or read. --junit also writes a
      report that build servers read. Without --data-dir nothing is kept.

  fabula import  FILE|FOLDER [--into FOLDER | --project FOLDER] [--split RULE]
                 [--pattern REGEX] [--encoding NAME] [--language zh-CN|en]
                 [--changes keep|accept|reject] [--json] [--data-dir DIR]
      Shows the chapters of a text (Markdown, plain text, RTF, Word, EPUB,
      Scrivener 3); with --into it becomes a new folder, with --project it
      goes behind the chapters of a book. RULE is auto, parts, headings,
      pattern, scenes or none. Without --data-dir nothing else is kept.

  fabula bundle  export FOLDER FILE [--replace] [--json] [--data-dir DIR]
  fabula bundle  import FILE [--into FOLDER] [--json] [--data-dir DIR]
      Writes a book with its codex, constraints, versions and conversations
      to one file, or takes such a file in as a book of its own: into FOLDER,
      which must be new or empty, or among the documents. Keys, permissions
      and places of this computer never travel. --replace goes over a file
      of a book and nothing else.

  fabula mcp     FOLDER [--data-dir DIR]
      Lends the book in FOLDER to another program as tools, by the Model
      Context Protocol on standard input and output, until that ends. It can
      list, read and search chapters, codex and constraints and ask for the
      context of a place. What it proposes waits in the desk for the writer;
      what a fence closes is not shown: all of it, or what is closed to the
      chapter that the program says it writes for.

  test, import --project, bundle export and mcp refuse a folder that is no
  book yet, and leave nothing there.

  Exit codes: 0 done, 1 refused or failed (why is on standard error, nothing
  is left half), 2 the command line is not understood, 130 interrupted.

  fabula --help | --version
`;
