import packageFile from '../../package.json' with { type: 'json' }

/** A file of its own: a command that only prints it loads nothing else. */
export const version: string = packageFile.version
