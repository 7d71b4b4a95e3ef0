import { type FileQuestion, readFile } from './read-file.ts';

/** Reads the file it is sent and answers part by part, so that the page is never blocked. */
self.addEventListener('message', ({ data }: MessageEvent<FileQuestion>) => {
  void tellAll(data);
});

async function tellAll(question: FileQuestion): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- between a worker and its page there is none
  for await (const message of readFile(question)) self.postMessage(message);
}
