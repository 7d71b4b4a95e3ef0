/** Checked in this order: browsers that also carry a later one's name come first. */
const BROWSERS: readonly (readonly [name: string, version: RegExp])[] = [
  ['Edge', /\bEdg(?:A|iOS)?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)\S* .*Safari\//],
];
const SYSTEMS: readonly (readonly [name: string, sign: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

/** A browser as people call it, 'Chrome 142 on Windows'; an unknown one stays as it was sent. */
export function nameBrowser(userAgent: string | null): string {
  if (userAgent === null || userAgent === '') return 'Unknown';
  const system = SYSTEMS.find(([, sign]) => sign.test(userAgent))?.[0];
  for (const [name, version] of BROWSERS) {
    const number = version.exec(userAgent)?.[1];
    if (number !== undefined)
      return system ? `${name} ${number} on ${system}` : `${name} ${number}`;
  }
  return userAgent;
}
