/** How a viewer wants to see names (users.md §1). */
export type NameStyle = 'real-name-and-login' | 'login-and-real-name' | 'login' | 'real-name'

/** Name of the preference; existing clients write its values. */
export const NAME_STYLE_PREFERENCE = 'username_display'
const styles: readonly NameStyle[] = ['real-name-and-login', 'login-and-real-name', 'login', 'real-name']

export const nameStyleOf = (preference: string | null): NameStyle =>
  (preference !== null && /^[0-3]$/.test(preference) && styles[Number(preference)]) || 'real-name-and-login'

/** Not trimmed: with an empty real name the default form begins with a blank. */
export const displayName = (login: string, realName: string, style: NameStyle = 'real-name-and-login'): string => {
  switch (style) {
    case 'real-name-and-login':
      return `${realName} (${login})`
    case 'login-and-real-name':
      return `${login} (${realName})`
    case 'login':
      return login
    case 'real-name':
      return realName
  }
}
