import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filesToSend } from '#renderer/features/import/files-to-send.ts';

const named = (...names: string[]) => names.map((name) => ({ name }));

const none = { documents: [], others: 0 };

describe('the files that are sent [W10]', () => {
  it('are those that can be read, documents among the others are named and the rest counted', () => {
    const { sent, leftOut } = filesToSend(
      named(
        '稿/1.md',
        '稿/卷二/2.TXT',
        '稿/片花.mp4',
        '稿/封面.png',
        '稿/.DS_Store',
        '稿/提要.docx',
      ),
    );
    expect(sent).toEqual(named('稿/1.md', '稿/卷二/2.TXT'));
    expect(leftOut).toEqual({ documents: ['稿/提要.docx'], others: 2 });
  });

  it('are all that is read of a Scrivener project and of an unpacked EPUB', () => {
    const project = named(
      ...['书.scriv/书.scrivx', '书.scriv/Files/Data/A1/content.rtf'],
      '书.scriv/Files/Data/A1/content.comments',
    );
    const book = named('书.epub/mimetype', '书.epub/META-INF/container.xml', '书.epub/a.xhtml');
    for (const files of [project, book]) {
      const top = files[0]?.name.split('/', 1)[0];
      const beside = ['styles.css', 'Files/binder.backup', 'docs.checksum', 'a.pdf'];
      const all = [...files, ...named(...beside.map((name) => `${top}/${name}`))];
      expect(filesToSend(all)).toEqual({ sent: files, leftOut: none });
    }
  });

  it('leave a document beside a Scrivener project named', () => {
    const files = named(
      '稿/书.scriv/书.scrivx',
      '稿/书.scriv/a.pdf',
      '稿/提要.docx',
      '稿/封面.png',
    );
    expect(filesToSend(files).leftOut).toEqual({ documents: ['稿/提要.docx'], others: 1 });
  });

  it('are the one that was chosen alone, whatever it is', () => {
    expect(filesToSend(named('片花.mp4'))).toEqual({ sent: named('片花.mp4'), leftOut: none });
  });

  it('lose none: each is sent, named, counted or hidden by a system', () => {
    const name = fc.constantFrom(
      'a.md',
      'b.txt',
      'c.mp4',
      '.d',
      'e/f.rtf',
      'e/.g/h.md',
      'i',
      'j.pdf',
    );
    fc.assert(
      fc.property(fc.array(name, { minLength: 2, maxLength: 20 }), (names) => {
        const { sent, leftOut } = filesToSend(named(...names));
        const hidden = names.filter((one) => one.includes('.d') || one.includes('.g'));
        expect(sent.length + leftOut.documents.length + leftOut.others + hidden.length).toBe(
          names.length,
        );
      }),
    );
  });
});
