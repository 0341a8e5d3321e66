// What the official Electron does with `electron [flags] <folder>`: this build ships without it.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

const folder = process.argv.slice(1).find((argument) => !argument.startsWith('-'));
if (!folder) throw new Error('Name the folder of the app: electron [flags] <folder>');
const appPath = path.resolve(folder);
const manifest = JSON.parse(readFileSync(path.join(appPath, 'package.json'), 'utf8'));
app.setAppPath(appPath);
app.setName(manifest.productName ?? manifest.name);
app.setVersion(manifest.version);
await import(pathToFileURL(path.join(appPath, manifest.main)).href);
