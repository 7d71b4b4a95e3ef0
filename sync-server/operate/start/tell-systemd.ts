import { execFile } from 'node:child_process';

/** Tells systemd that the server serves, if it was started by a unit that waits for it (`Type=notify`). */
export function tellSystemd(): void {
  if (!process.env['NOTIFY_SOCKET']) return;
  execFile('systemd-notify', ['--ready'], (error) => {
    if (error) console.error(`Sunloop: systemd was not told of the start: ${error.message}`);
  });
}
