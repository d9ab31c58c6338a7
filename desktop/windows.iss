; The installer for Windows, for Inno Setup 6; scripts/package.py calls its compiler:
;   iscc /DVersion=0.3.0 /DFolder=dist\owm-net-0.3.0-windows-amd64 /DIcon=icon.ico /Odist windows.iss
; with whole paths. Nobody has run it yet: the CI does.
; It installs for one user and asks for no administrator. Saved games stay when it is removed.

#define Id "io.github.owm_net.owm_net"

[Setup]
AppId={#Id}
AppName=owm_net
AppVersion={#Version}
AppPublisher=the owm_net authors
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
DefaultDirName={autopf}\owm-net
DisableProgramGroupPage=yes
OutputBaseFilename=owm-net-{#Version}-windows-setup
SetupIconFile={#Icon}
UninstallDisplayIcon={app}\owm-net.exe
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
ChangesAssociations=yes
ChangesEnvironment=yes
Compression=lzma2
SolidCompression=yes
WizardStyle=modern

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "de"; MessagesFile: "compiler:Languages\German.isl"

[CustomMessages]
en.LogType=owm_net match log
de.LogType=Protokoll einer owm_net-Partie
en.OnPath=Type owm-net in any terminal (adds the folder to PATH)
de.OnPath=owm-net in jedem Terminal tippen (nimmt den Ordner in PATH auf)

[Tasks]
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; Flags: unchecked
Name: "path"; Description: "{cm:OnPath}"; Flags: unchecked

[InstallDelete]
; What an older version had, and this one has not.
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "{#Folder}\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[Icons]
Name: "{autoprograms}\owm_net"; Filename: "{app}\owm-net.exe"
Name: "{autodesktop}\owm_net"; Filename: "{app}\owm-net.exe"; Tasks: desktopicon

[Registry]
Root: HKA; Subkey: "Software\Classes\.owmlog"; ValueType: string; ValueData: "{#Id}.log"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\{#Id}.log"; ValueType: string; ValueData: "{cm:LogType}"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\{#Id}.log\DefaultIcon"; ValueType: string; ValueData: """{app}\owm-net.exe"",0"
Root: HKA; Subkey: "Software\Classes\{#Id}.log\shell\open\command"; ValueType: string; ValueData: """{app}\owm-net.exe"" ""%1"""
Root: HKCU; Subkey: "Environment"; ValueType: expandsz; ValueName: "Path"; ValueData: "{olddata};{app}"; Tasks: path; Check: IsMissingOnPath

[Run]
Filename: "{app}\owm-net.exe"; Description: "{cm:LaunchProgram,owm_net}"; Flags: nowait postinstall skipifsilent

[Code]
function IsMissingOnPath: Boolean;
var
  Path: String;
begin
  if not RegQueryStringValue(HKCU, 'Environment', 'Path', Path) then
    Path := '';
  Result := Pos(';' + Uppercase(ExpandConstant('{app}')) + ';', ';' + Uppercase(Path) + ';') = 0;
end;

procedure CurUninstallStepChanged(Step: TUninstallStep);
var
  Path, Ours: String;
  At: Integer;
begin
  if (Step = usPostUninstall) and RegQueryStringValue(HKCU, 'Environment', 'Path', Path) then
  begin
    Ours := ';' + ExpandConstant('{app}');
    At := Pos(Uppercase(Ours) + ';', Uppercase(Path) + ';');
    if At > 0 then
    begin
      Delete(Path, At, Length(Ours));
      RegWriteExpandStringValue(HKCU, 'Environment', 'Path', Path);
    end;
  end;
end;
