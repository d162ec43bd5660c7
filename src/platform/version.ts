import packageFile from '../../package.json' with { type: 'json' }

/** A separate file: a command that only prints it loads nothing else. */
export const version: string = packageFile.version
